// Package reports holds findings and the forms they are shown in.
package reports
