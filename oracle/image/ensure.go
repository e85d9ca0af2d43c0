package image

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/ory/dockertest/v3/docker"

	"github.com/fencediff/fencediff"
)

// Present says whether the engine has the image of this build. It is cheap:
// one request.
func Present(client *docker.Client) (bool, error) { return has(client, Ref()) }

// has says whether the engine has an image.
func has(client *docker.Client, ref string) (bool, error) {
	_, err := client.InspectImage(ref)
	if errors.Is(err, docker.ErrNoSuchImage) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("image: ask the engine for %s: %w", ref, err)
	}
	return true, nil
}

// Ensure returns the name of the oracle's image, after building it where the
// engine does not have it: from debian:bookworm-slim where that can be pulled, else
// from a base that it makes of Debian packages, saying so. Progress goes to
// progress as lines. Any number of processes may call it at once; one of them
// builds. Only *MissingToolsError is worth telling from other errors.
func Ensure(ctx context.Context, client *docker.Client, progress io.Writer) (ref string, err error) {
	ref = Ref()
	if present, err := Present(client); err != nil || present {
		return ref, err
	}
	unlock, err := lock(ctx, progress)
	if err != nil {
		return "", err
	}
	defer unlock()
	if present, err := Present(client); err != nil || present {
		return ref, err
	}
	repository, tag := baseRef()
	base := repository + ":" + tag
	made, err := has(client, base)
	if err != nil {
		return "", err
	}
	if !made {
		stock := current().args["BASE"]
		fmt.Fprintf(progress, "image: building %s from %s\n", ref, stock)
		stockErr := build(ctx, client, ref, stock, progress)
		if stockErr == nil || ctx.Err() != nil {
			return ref, stockErr
		}
		fmt.Fprintf(progress, "%v\nimage: making a base from Debian packages instead\n", stockErr)
		if err := makeBase(ctx, client, repository, tag, progress); err != nil {
			return "", errors.Join(stockErr, err)
		}
	}
	fmt.Fprintf(progress, "image: building %s from %s\n", ref, base)
	return ref, build(ctx, client, ref, base, progress)
}

// runningIn is how the engine's builder tells of the container of a RUN line.
var runningIn = regexp.MustCompile(`(?m)^ ---> Running in ([0-9a-f]+)`)

// build builds Dockerfile.bash as ref with the given base, and leaves no
// container behind. Options that the client couples to a version of the
// engine's API are avoided, for engines since 29 speak no version so old:
// instead of a build argument the base stands in the text, and instead of
// ForceRmTmpContainer the container of a failed line is removed here.
func build(ctx context.Context, client *docker.Client, ref, base string, progress io.Writer) error {
	text := strings.Replace(fencediff.Dockerfile(), "ARG BASE="+current().args["BASE"]+"\n", "ARG BASE="+base+"\n", 1)
	var input bytes.Buffer
	w := tar.NewWriter(&input)
	err := w.WriteHeader(&tar.Header{Name: "Dockerfile", Mode: 0o644, Size: int64(len(text))})
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		return fmt.Errorf("image: %w", err)
	}
	var output bytes.Buffer
	err = client.BuildImage(docker.BuildImageOptions{
		Context:        ctx,
		Name:           ref,
		InputStream:    &input,
		OutputStream:   io.MultiWriter(&output, progress),
		RmTmpContainer: true,
	})
	if err == nil {
		return nil
	}
	if containers := runningIn.FindAllStringSubmatch(output.String(), -1); containers != nil {
		last := containers[len(containers)-1][1]
		removeErr := client.RemoveContainer(docker.RemoveContainerOptions{ID: last, Force: true})
		if gone := (*docker.NoSuchContainer)(nil); !errors.As(removeErr, &gone) {
			err = errors.Join(err, removeErr)
		}
	}
	return fmt.Errorf("image: build %s from %s: %w", ref, base, err)
}

// makeBase unpacks a base system and gives it to the engine as an image.
func makeBase(ctx context.Context, client *docker.Client, repository, tag string, progress io.Writer) error {
	work, err := os.MkdirTemp("", "fencediff-base-")
	if err != nil {
		return fmt.Errorf("image: %w", err)
	}
	defer os.RemoveAll(work)
	root := filepath.Join(work, "root")
	if err := unpack(ctx, root, progress); err != nil {
		return err
	}
	fmt.Fprintf(progress, "image: importing %s:%s\n", repository, tag)
	// Whoever unpacked the files, in the image they are root's.
	pack := exec.CommandContext(ctx, "tar", "--create", "--directory", root, "--sort=name",
		"--owner=0", "--group=0", "--numeric-owner", ".")
	var complaints bytes.Buffer
	pack.Stderr = &complaints
	stream, err := pack.StdoutPipe()
	if err != nil {
		return fmt.Errorf("image: %w", err)
	}
	if err := pack.Start(); err != nil {
		return fmt.Errorf("image: %w", err)
	}
	importErr := client.ImportImage(docker.ImportImageOptions{
		Context: ctx, Repository: repository, Tag: tag, Source: "-", InputStream: stream, OutputStream: io.Discard,
	})
	stream.Close()
	packErr := pack.Wait()
	if importErr == nil && packErr == nil {
		return nil
	}
	if importErr == nil {
		// What the engine took is not the whole.
		importErr = client.RemoveImage(repository + ":" + tag)
	}
	return fmt.Errorf("image: import %s:%s: %w: %s", repository, tag, errors.Join(importErr, packErr), lastLines(complaints.Bytes()))
}
