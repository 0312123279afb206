// Copyright 2026 the original author or authors.
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Each history is given as lines "FROM-TO NONCE COMMAND TOKEN > OUTCOME TOKEN DURATION WAIT", in seconds; TO is ? for a
// call without an outcome, and "freed" stands for free and released. The lease is 10 s, and the store's clock is exact.
var legal = map[string]string{
	"a handover": `
		0-1 a acquire 0 > granted 5 10 0
		2-3 b acquire 0 > leased 5 9 0
		4-5 a renew 5 > granted 5 10 0
		6-7 a release 5 > released
		7-8 b acquire 5 > granted 6 10 0`,
	"commands that overlap, in either order": `
		0-9 a acquire 0 > granted 5 10 0
		1-2 b acquire 0 > leased 5 9 0
		1-3 - observe 0 > free 0 0 0`,
	"a lease that ends": `
		0-1 a acquire 0 > granted 5 10 0
		11-12 - observe 0 > free 5 0 0
		13-14 b acquire 5 > granted 6 10 0
		14-15 a renew 5 > lost
		15-16 a release 5 > lost`,
	"a repeated request": `
		0-1 a acquire 0 > granted 5 10 0
		2-3 a acquire 0 > granted 5 10 0
		4-5 a release 5 > released
		6-7 a acquire 0 > lost`,
	"a grant without an answer": `
		0-? a acquire 0 >
		5-6 - observe 0 > leased 7 9 0
		6-7 b acquire 0 > leased 7 9 0`,
	"a release without an answer, applied late": `
		0-1 a acquire 0 > granted 5 10 0
		2-? a release 5 >
		3-4 - observe 0 > leased 5 9 0
		5-6 b acquire 5 > granted 6 10 0`,
	"a grant without an answer, over one without an answer": `
		0-? a acquire 0 >
		20-? b acquire 7 >
		30-31 - observe 0 > leased 9 9 0`,
	"a release that is seen": `
		0-1 a acquire 0 > granted 5 10 0
		2-3 a release 5 > released
		4-5 - observe 0 > freed 5`,
	"a lock that vanished": `
		0-1 a acquire 0 > granted 5 10 0
		2-3 b acquire 5 > granted 6 10 7`,
	"a winner that keeps not-before in its release": `
		0-1 a acquire 0 > granted 5 10 0
		2-3 b acquire 5 > granted 6 10 8
		3-4 b release 6 > released
		4-5 c acquire 6 > granted 7 10 6`,
	"a deleted record": `
		0-1 a acquire 0 > granted 5 10 0
		2-3 - delete 0 > perhaps
		4-5 - observe 0 > free 0 0 0
		6-7 b acquire 0 > granted 8 10 0`,
}

var illegal = map[string]string{
	"a release of another term that is applied": `
		0-1 a acquire 0 > granted 5 10 0
		2-3 b release 5 > released`,
	"a release with another token that is applied": `
		0-1 a acquire 0 > granted 5 10 0
		2-3 a release 4 > released`,
	"a release without an answer, of another term": `
		0-1 a acquire 0 > granted 5 10 0
		2-? b release 5 >
		3-4 c acquire 5 > granted 6 10 0`,
	"a grant over a token that was not seen": `
		0-1 a acquire 0 > granted 5 10 0
		2-3 a release 5 > released
		4-5 b acquire 0 > granted 6 10 0`,
	"a token that does not rise": `
		0-1 a acquire 0 > granted 5 10 0
		2-3 a release 5 > released
		4-5 b acquire 5 > granted 5 10 0`,
	"a grant before the end of a lease": `
		0-1 a acquire 0 > granted 5 10 0
		2-3 b acquire 5 > granted 6 10 0`,
	"a grant before the end of a renewed lease": `
		0-1 a acquire 0 > granted 5 10 0
		5-6 a renew 5 > granted 5 10 0
		11-12 b acquire 5 > granted 6 10 0`,
	"a lock that vanished, and a wait that is too short": `
		0-1 a acquire 0 > granted 5 10 0
		2-3 b acquire 5 > granted 6 10 6`,
	"a winner that drops not-before in its release": `
		0-1 a acquire 0 > granted 5 10 0
		2-3 b acquire 5 > granted 6 10 8
		3-4 b release 6 > released
		4-5 c acquire 6 > granted 7 10 0`,
	"a renewal after the release": `
		0-1 a acquire 0 > granted 5 10 0
		2-3 a release 5 > released
		4-5 a renew 5 > granted 5 10 0`,
	"a renewal after the end of the lease": `
		0-1 a acquire 0 > granted 5 10 0
		11-12 - observe 0 > free 5 0 0
		13-14 a renew 5 > granted 5 10 0`,
	"a nonce that is used again after its release": `
		0-1 a acquire 0 > granted 5 10 0
		2-3 a release 5 > released
		4-5 a acquire 0 > granted 5 10 0`,
	"a leader that nobody became": `
		0-1 a acquire 0 > granted 5 10 0
		2-3 - observe 0 > leased 6 9 0`,
	"a grant without an answer, seen before it was requested": `
		0-1 - observe 0 > leased 7 9 0
		2-? a acquire 0 >`,
	"an old answer": `
		0-1 a acquire 0 > granted 5 10 0
		2-3 - observe 0 > free 0 0 0`,
	"a record that vanished": `
		0-1 a acquire 0 > granted 5 10 0
		2-3 a release 5 > released
		4-5 - observe 0 > free 0 0 0`,
	"a record that is free for the token that was seen, but not granted": `
		0-1 a acquire 0 > granted 5 10 0
		12-13 b acquire 5 > free 5 0 0`,
	"a released lease that has not ended": `
		0-1 a acquire 0 > granted 5 10 0
		2-3 a release 5 > released
		4-5 - observe 0 > leased 5 7 0`,
	"a released record that only expired": `
		0-1 a acquire 0 > granted 5 10 0
		2-3 a release 5 > released
		12-13 - observe 0 > free 5 0 0`,
	"a grant without an answer, over a token that was not seen": `
		0-1 a acquire 0 > granted 5 10 0
		2-? b acquire 0 >
		12-13 - observe 0 > leased 7 9 0`,
	"a loss of a request that no record has": `
		0-1 a acquire 0 > granted 5 10 0
		2-3 b acquire 5 > lost`,
	"a loss of a release that matches": `
		0-1 a acquire 0 > granted 5 10 0
		2-3 a release 5 > lost`,
}

func TestLegalHistories(t *testing.T) { judgeAll(t, legal, ": linearizable") }

func TestIllegalHistories(t *testing.T) { judgeAll(t, illegal, ": NOT LINEARIZABLE") }

func judgeAll(t *testing.T, histories map[string]string, expected string) {
	for name, text := range histories {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			write(t, folder, "h.calls", "drift\t0\n"+lines(t, text))
			if verdict := judge(t, folder); !strings.Contains(verdict, expected) {
				t.Error(verdict)
			}
		})
	}
}

// Without the store's clock nothing is known of the end of a lease.
func TestStoreWithoutAClock(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, "h.calls", lines(t, illegal["a grant before the end of a lease"]))
	if verdict := judge(t, folder); !strings.Contains(verdict, ": linearizable") {
		t.Error(verdict)
	}
}

func TestNoVerdictInTime(t *testing.T) {
	var text strings.Builder
	for i := range 40 { // which could answer in any order
		fmt.Fprintf(&text, "0-90 n%d acquire %d > granted %d 1 0\n", i, i, i+1)
	}
	text.WriteString("91-92 - observe 0 > leased 99 1 0\n")
	folder := t.TempDir()
	write(t, folder, "h.calls", lines(t, text.String()))
	h, err := find(folder)
	if err == nil {
		err = h[0].read()
	}
	if err != nil {
		t.Fatal(err)
	}
	if verdict, ok := h[0].judge(time.Nanosecond); ok || !strings.Contains(verdict, "UNDECIDED") {
		t.Error(verdict)
	}
}

// The files of a run are one history, in which faults are commands, and the last line of a killed process is torn.
func TestRunOfSeveralProcesses(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, "injector.history", "")
	write(t, folder, "run.properties", "store=redis\n")
	write(t, folder, "i1.1.calls", lines(t, "0-1 a acquire 0 > granted 5 10 0\n2-3 a release 5 > released")+"call\t1")
	write(t, folder, "i2.1.calls", lines(t, "6-7 - observe 0 > free 0 0 0"))
	if verdict := judge(t, folder); !strings.Contains(verdict, "NOT LINEARIZABLE") {
		t.Error(verdict)
	}
	write(t, folder, "injector.history", "4000000000\t4000000000\tFAULT_BEGIN\t-\t-\tfault=deleted-record id=1\n"+
		"5000000000\t5000000000\tFAULT_END\t-\t-\tfault=deleted-record id=1\n")
	if verdict := judge(t, folder); !strings.Contains(verdict, ": linearizable: 4 calls") {
		t.Error(verdict)
	}
}

// In a chaos run the end of a lease is known, unless the clock of the store was stepped.
func TestClockOfARun(t *testing.T) {
	step := "4000000000\t4000000000\tFAULT_BEGIN\t-\t-\tfault=server-clock-back id=1\n" +
		"5000000000\t5000000000\tFAULT_END\t-\t-\tfault=server-clock-back id=1\n"
	for _, run := range []struct{ store, faults, expected string }{
		{"redis", "", "NOT LINEARIZABLE"}, {"redis", step, ": linearizable"}, {"local", "", ": linearizable"}} {
		folder := t.TempDir()
		write(t, folder, "run.properties", "seed=1\nstore="+run.store+"\n")
		write(t, folder, "injector.history", run.faults)
		write(t, folder, "i1.1.calls", lines(t, illegal["a grant before the end of a lease"]))
		if verdict := judge(t, folder); !strings.Contains(verdict, run.expected) {
			t.Error(run, verdict)
		}
	}
}

// A request that the network repeats may be applied again.
func TestReplayedRequests(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, "injector.history", "")
	write(t, folder, "run.properties", "store=redis\n")
	write(t, folder, "i1.1.calls", lines(t, `
		0-1 a acquire 0 > granted 5 10 0
		2-3 b acquire 5 > leased 5 8 0
		4-5 a release 5 > released
		8-9 - observe 0 > leased 6 9 0`))
	if verdict := judge(t, folder); !strings.Contains(verdict, "NOT LINEARIZABLE") {
		t.Error(verdict)
	}
	write(t, folder, "injector.history", "1000000000\t1000000000\tFAULT_BEGIN\t-\t-\tfault=replay id=1\n"+
		"6000000000\t6000000000\tFAULT_END\t-\t-\tfault=replay id=1\n")
	if verdict := judge(t, folder); !strings.Contains(verdict, ": linearizable") {
		t.Error(verdict)
	}
}

func TestMalformedHistories(t *testing.T) {
	for _, text := range []string{"call\n", "drift\tx\n", "return\t1\t0\tlost\t0\t0\t0\t-\n",
		"call\tx\t0\tk\tobserve\t-\t0\t0\n"} {
		folder := t.TempDir()
		write(t, folder, "h.calls", text)
		if h, err := find(folder); err != nil || h[0].read() == nil {
			t.Errorf("%q was read, or not found: %v", text, err)
		}
	}
	run := t.TempDir()
	write(t, run, "injector.history", "")
	write(t, run, "i1.1.calls", lines(t, legal["a handover"]))
	if h, err := find(run); err != nil || h[0].read() == nil {
		t.Errorf("an unfinished run was read, or not found: %v", err)
	}
	if _, err := find(t.TempDir()); err == nil {
		t.Error("an empty folder was accepted")
	}
}

func judge(t *testing.T, folder string) string {
	t.Helper()
	h, err := find(folder)
	if err != nil || len(h) != 1 {
		t.Fatal(h, err)
	}
	if err := h[0].read(); err != nil {
		t.Fatal(err)
	}
	verdict, _ := h[0].judge(time.Minute)
	return ": " + verdict
}

func write(t *testing.T, folder, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func lines(t *testing.T, text string) string {
	t.Helper()
	var file strings.Builder
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		request, answer, _ := strings.Cut(line, ">")
		var from, token int64
		var to, nonce, kind string
		if _, err := fmt.Sscanf(strings.Replace(request, "-", " ", 1), "%d %s %s %s %d", &from, &to, &nonce, &kind, &token); err != nil {
			t.Fatal(line, err)
		}
		fmt.Fprintf(&file, "call\t%d\t%d\tk\t%s\t%s\t%d\t0\n", from*1e9, i, kind, nonce, token)
		if to == "?" {
			continue
		}
		fields := append(strings.Fields(answer), "0", "0", "0")
		released := "-"
		if fields[0] == "freed" {
			fields[0], released = "free", "released"
		}
		fmt.Fprintf(&file, "return\t%s000000000\t%d\t%s\t%s\t%s000000000\t%s000000000\t%s\n", to, i, fields[0], fields[1],
			fields[2], fields[3], released)
	}
	return file.String()
}
