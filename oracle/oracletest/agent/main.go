// Command agent is the agent alone: what tests put into the oracle's container.
package main

import "github.com/fencediff/fencediff/oracle/agent"

func main() { agent.Main() }
