// Copyright 2026 the original author or authors.
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/anishathalye/porcupine"
)

// A command to the store, with its invocation. Times and durations are in nanoseconds.
type command struct {
	key          string
	kind         string // acquire, renew, release, observe; delete is an operator's
	nonce        string
	token, floor int64 // for an acquire the token last seen, and the highest that was ever seen
	at           int64
}

// The outcome of a command, with its arrival. Without a kind there is none: the command may be applied at any time.
type outcome struct {
	kind                  string
	token, duration, wait int64 // duration: the lease, or what is left of it; wait: until not-before
	released              bool
	at                    int64
}

// The calls of all processes to one store.
type history struct {
	name  string
	drift drift
	files []string
	calls []call
}

type call struct {
	client int
	command
	outcome
}

const (
	suffix   = ".calls"
	injector = "injector.history" // of a chaos run
)

// All processes of a chaos run share the clock of a machine with its servers, unless a fault steps it. The clocks of
// instances are stepped in any run, and are those of the store local.
const driftOfMachine = 0.01

// Finds the histories below a folder: each file is one, except that the files of a chaos run are one together.
func find(folder string) ([]history, error) {
	var found []history
	runs := map[string]int{}
	err := filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, suffix) {
			return err
		}
		run := filepath.Dir(path)
		if _, err := os.Stat(filepath.Join(run, injector)); err != nil {
			found = append(found, history{name: strings.TrimSuffix(path, suffix), files: []string{path}})
			return nil
		}
		if _, known := runs[run]; !known {
			runs[run] = len(found)
			found = append(found, history{name: run})
		}
		found[runs[run]].files = append(found[runs[run]].files, path)
		return nil
	})
	if err == nil && len(found) == 0 {
		err = fmt.Errorf("there is no file *%s below %s", suffix, folder)
	}
	return found, err
}

func (h *history) read() error {
	h.drift = -1
	for client, file := range h.files {
		if err := each(file, reader{h, client, map[string]int{}}.line); err != nil {
			return err
		}
	}
	run := filepath.Dir(h.files[0])
	if _, err := os.Stat(filepath.Join(run, injector)); err != nil {
		return nil
	}
	properties, err := os.ReadFile(filepath.Join(run, "run.properties"))
	if err != nil {
		return fmt.Errorf("%s is not the folder of a finished chaos run: %w", run, err)
	}
	if !slices.Contains(strings.Split(string(properties), "\n"), "store=local") {
		h.drift = driftOfMachine
	}
	return each(filepath.Join(run, injector), faults{h, map[string]int64{}}.line)
}

// Passes on each complete line of a file: a killed process may have left the last one incomplete.
func each(file string, line func([]string) error) error {
	bytes, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	lines := strings.Split(string(bytes), "\n")
	for i, text := range lines[:len(lines)-1] {
		if err := line(strings.Split(text, "\t")); err != nil {
			return fmt.Errorf("%s, line %d: %w", file, i+1, err)
		}
	}
	return nil
}

type reader struct {
	*history
	client int
	calls  map[string]int
}

func (r reader) line(fields []string) error {
	switch {
	case fields[0] == "drift" && len(fields) == 2:
		value, err := strconv.ParseFloat(fields[1], 64)
		r.history.drift = drift(value)
		return err
	case fields[0] == "call" && len(fields) == 8:
		if _, known := r.calls[fields[2]]; known {
			return fmt.Errorf("there is another call %s", fields[2])
		}
		var numbers numbers
		r.calls[fields[2]] = len(r.history.calls)
		r.history.calls = append(r.history.calls, call{client: r.client, command: command{
			at: numbers.parse(fields[1]), key: fields[3], kind: fields[4], nonce: fields[5],
			token: numbers.parse(fields[6]), floor: numbers.parse(fields[7])}})
		return numbers.err
	case fields[0] == "return" && len(fields) == 8:
		i, known := r.calls[fields[2]]
		if !known {
			return fmt.Errorf("there is no call %s before its return", fields[2])
		}
		var numbers numbers
		o := outcome{at: numbers.parse(fields[1]), kind: fields[3], token: numbers.parse(fields[4]),
			duration: numbers.parse(fields[5]), wait: numbers.parse(fields[6]), released: fields[7] == "released"}
		if o.kind != "unknown" {
			r.history.calls[i].outcome = o
		}
		return numbers.err
	}
	return fmt.Errorf("neither drift, call nor return with its fields: %q", fields)
}

type numbers struct{ err error }

func (n *numbers) parse(text string) int64 {
	value, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		n.err = err
	}
	return value
}

// Faults of a chaos run that are commands themselves: somebody deletes a record, or the network repeats requests.
type faults struct {
	*history
	began map[string]int64
}

func (f faults) line(fields []string) error {
	if len(fields) != 6 || fields[2] != "FAULT_BEGIN" && fields[2] != "FAULT_END" {
		return nil
	}
	details := map[string]string{}
	for _, pair := range strings.Fields(fields[5]) {
		key, value, _ := strings.Cut(pair, "=")
		details[key] = value
	}
	if strings.HasPrefix(details["fault"], "server-clock-") {
		f.drift = -1
	}
	var numbers numbers
	if fields[2] == "FAULT_BEGIN" {
		f.began[details["id"]] = numbers.parse(fields[0])
		return numbers.err
	}
	began, ended := f.began[details["id"]], numbers.parse(fields[1])
	switch details["fault"] {
	case "deleted-record":
		for _, key := range f.keys() {
			f.calls = append(f.calls, call{command: command{key: key, kind: "delete", at: began},
				outcome: outcome{kind: "perhaps", at: ended}})
		}
	case "replay":
		for _, c := range f.calls {
			if c.command.at <= ended && (c.outcome.kind == "" || c.outcome.at >= began) {
				f.calls = append(f.calls, call{client: c.client, command: c.command})
			}
		}
	}
	return numbers.err
}

func (h *history) keys() []string {
	var keys []string
	for _, c := range h.calls {
		if !slices.Contains(keys, c.key) {
			keys = append(keys, c.key)
		}
	}
	slices.Sort(keys)
	return keys
}

// The calls for a record, for porcupine. A call without an outcome enters when it is sent: see state.sent.
func (h *history) operations(key string) []porcupine.Operation {
	var operations []porcupine.Operation
	for _, c := range h.calls {
		if c.key != key || c.outcome.kind == "" && c.kindWithoutEffect() {
			continue
		}
		returned := c.outcome.at
		if c.outcome.kind == "" {
			returned = c.command.at
		}
		operations = append(operations, porcupine.Operation{ClientId: c.client, Input: c.command, Call: c.command.at,
			Output: c.outcome, Return: max(returned, c.command.at)})
	}
	return operations
}

// A renewal extends a lease, and an earlier end is possible anyway.
func (c call) kindWithoutEffect() bool {
	return c.command.kind == "observe" || c.command.kind == "renew"
}

func (c call) String() string { return c.command.String() + " -> " + c.outcome.String() }

func (c command) String() string {
	return fmt.Sprintf("%s at %.6f s, nonce %.8s, token %d", c.kind, float64(c.at)/1e9, c.nonce, c.token)
}

func (o outcome) String() string {
	if o.kind == "" {
		return "no answer"
	}
	state := ""
	if o.released {
		state = ", released"
	}
	return fmt.Sprintf("%s at %.6f s, token %d%s, %.3f s, not before %.3f s", o.kind, float64(o.at)/1e9, o.token, state,
		float64(o.duration)/1e9, math.Max(0, float64(o.wait)/1e9))
}
