// Package grid turns finite alphabets into exact products of shell commands.
package grid
