// Package fence decides whether a shell command only reads.
package fence
