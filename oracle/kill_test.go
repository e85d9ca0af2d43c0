package oracle_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"github.com/ory/dockertest/v3/docker"

	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/oracle/image/imagetest"
	"github.com/fencediff/fencediff/oracle/oracletest"
)

// victimAgent, when set, makes the test binary a client that is there to be killed.
const victimAgent = "FENCEDIFF_TEST_VICTIM_AGENT"

func TestMain(m *testing.M) {
	if agent := os.Getenv(victimAgent); agent != "" {
		victim(agent)
	}
	os.Exit(m.Run())
}

// victim opens an oracle, keeps it busy and says so.
func victim(agent string) {
	o, err := oracle.Open(context.Background(), oracle.Config{Agent: agent, Launcher: "docker", Workers: 1})
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println("open")
	for {
		_, _ = o.Observe(context.Background(), oracle.Job{Command: "sleep 1.5"})
	}
}

// TestContainerDiesWithItsClient kills a client in the middle of a run.
func TestContainerDiesWithItsClient(t *testing.T) {
	client := imagetest.Engine(t)
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), victimAgent+"="+oracletest.Agent(t))
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer cmd.Process.Kill()
	said, _ := bufio.NewReader(out).ReadString('\n')
	if said != "open\n" {
		t.Fatalf("the client said %q", said)
	}
	containers := func() int {
		list, err := client.ListContainers(docker.ListContainersOptions{
			All: true, Filters: map[string][]string{"label": {"com.fencediff.pid=" + strconv.Itoa(cmd.Process.Pid)}},
		})
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	if n := containers(); n != 1 {
		t.Fatalf("%d containers before the kill", n)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	for range 300 {
		if containers() == 0 {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Error("the container outlived its client")
}
