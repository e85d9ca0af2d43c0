package image_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/fencediff/fencediff/oracle/image"
	"github.com/fencediff/fencediff/oracle/image/imagetest"
)

// versions are commands that show a tool to be there and to work, and what
// they must print. The versions that facts elsewhere were tried on are pinned.
var versions = []struct{ command, want string }{
	{`echo "$BASH_VERSION"`, `^5\.2\.`},
	{`ls --version`, `coreutils\) 9\.1`},
	{`find --version`, `findutils\) 4\.9\.`},
	{`grep --version`, `GNU grep\) 3\.`},
	{`sed --version`, `GNU sed\) 4\.`},
	{`awk --version`, `^GNU Awk 5\.2`},
	{`gawk 'BEGIN { print 1 + 1 }'`, `^2\n$`},
	{`git --version`, `^git version 2\.39\.`},
	{`git init -q /tmp/r && git -C /tmp/r -c user.name=a -c user.email=b commit -q --allow-empty -m m && git -C /tmp/r log --format=%s`, `^m\n$`},
	{`rg --version`, `^ripgrep 13\.`},
	{`fd --version`, `^fdfind 8\.`},
	{`jq -nc '{a: [1, 2]} | .a | add'`, `^3\n$`},
	{`file /bin/ls /usr/bin/git`, `(?s)symbolic link|ELF 64-bit`},
	{`file --brief --mime-type /etc/passwd`, `^text/plain\n$`},
	{`tree --version`, `^tree v2\.`},
	{`echo page | less`, `^page\n$`},
	{`echo page | pager`, `^page\n$`},
	{`printf A | xxd -p`, `^41\n$`},
	{`diff --version`, `diffutils\) 3\.`},
	{`setsid --version`, `util-linux 2\.38`},
	{`mount --version`, `util-linux 2\.38`},
	{`echo a:b | column -t -s:`, `^a  b\n$`},
	{`ps -o comm= -p $$`, `^bash\n$`},
	{`free --version`, `procps-ng`},
	{`tar -cf - /etc/passwd | tar -tf -`, `etc/passwd\n$`},
	{`echo x | gzip | zcat`, `^x\n$`},
	{`echo x | bzip2 | bzcat`, `^x\n$`},
	{`echo x | xz | xzcat`, `^x\n$`},
	{`perl -MList::Util=sum -MPOSIX -e 'print sum(1, 2), "\n"'`, `^3\n$`},
	{`python3 -c 'import json, re, subprocess; print(json.dumps([1]))'`, `^\[1\]\n$`},
	{`hostname`, `.`},
	{`which which`, `^/usr/bin/which\n$`},
	{`id -un; getent passwd 0`, `^root\nroot:`},
	{`printf '\u00e9' | wc -m`, `^1\n$`},
	{`stat -c %a /tmp`, `^1777\n$`},
}

func TestImageHasItsTools(t *testing.T) {
	var script strings.Builder
	for _, v := range versions {
		fmt.Fprintf(&script, "( %s ) 2>&1; printf '\\0'\n", v.command)
	}
	stdout, stderr, _ := imagetest.Run(t, script.String())
	outputs := strings.Split(stdout, "\x00")
	if len(outputs) != len(versions)+1 || stderr != "" {
		t.Fatalf("%d outputs of %d commands, stderr %q", len(outputs)-1, len(versions), stderr)
	}
	for i, v := range versions {
		if !regexp.MustCompile(v.want).MatchString(outputs[i]) {
			t.Errorf("%s printed\n%swant a match of %s", v.command, outputs[i], v.want)
		}
	}
}

// TestStubsOnlyLeaveATrace runs every stub and looks for anything it wrote.
func TestStubsOnlyLeaveATrace(t *testing.T) {
	var script, want strings.Builder
	script.WriteString("mkdir /tmp/out; touch /tmp/before\n")
	for _, name := range image.Stubs() {
		fmt.Fprintf(&script, "%s --output /tmp/x y > /tmp/out/stdout || echo %s failed\ncat /tmp/out/stdout\n", name, name)
		fmt.Fprintf(&want, "%s: recording stub: not run\n", name)
	}
	script.WriteString("readlink -f /usr/bin/{" + strings.Join(image.Stubs(), ",") + "} | sort -u\n")
	script.WriteString("find / -xdev -newer /tmp/before -not -path '/proc/*' -not -path '/dev/*' -not -path '/tmp/out*' -print\n")
	stdout, stderr, exit := imagetest.Run(t, script.String())
	if stderr != want.String() {
		t.Errorf("stderr is\n%swant\n%s", stderr, want.String())
	}
	if stub := strings.TrimSpace(stdout); !image.IsStub(stub) || exit != 0 {
		t.Errorf("exit %d, stdout %q, want the stub's path and nothing else", exit, stdout)
	}
}

// TestReadsDoNotWriteByteCode: an import must not look like a write.
func TestReadsDoNotWriteByteCode(t *testing.T) {
	stdout, stderr, exit := imagetest.Run(t, `touch /tmp/before
python3 -c 'import argparse, asyncio, csv, http.client, json, pathlib, subprocess, unittest, urllib.request, xml.dom.minidom'
touch /usr/lib/python3.11/json/*.py
python3 -c 'import json'
find /usr /etc /var /root -newer /tmp/before -name '*.pyc'`)
	if stdout+stderr != "" || exit != 0 {
		t.Errorf("exit %d, wrote %s%s", exit, stdout, stderr)
	}
}
