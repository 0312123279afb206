// Copyright 2026 the original author or authors.
// SPDX-License-Identifier: Apache-2.0

// Checks that the calls of a history are linearizable: that a record which obeys docs/protocol.md could have answered
// them one after another.
package main

import (
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/anishathalye/porcupine"
)

func main() {
	timeout := flag.Duration("timeout", 20*time.Second, "how long porcupine may search for an order, for each record")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "Usage: linearizability [-timeout DURATION] FOLDER...")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	histories, failures := 0, 0
	for _, folder := range flag.Args() {
		found, err := find(folder)
		if err != nil {
			fail(err)
		}
		for _, h := range found {
			if err := h.read(); err != nil {
				fail(err)
			}
			verdict, ok := h.judge(*timeout)
			fmt.Printf("%s: %s\n", h.name, verdict)
			histories++
			if !ok {
				failures++
			}
		}
	}
	fmt.Printf("%d histories, %d of them linearizable\n", histories, histories-failures)
	if failures > 0 {
		os.Exit(1)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(2)
}

// Returns a line, and whether the history is linearizable.
func (h *history) judge(timeout time.Duration) (string, bool) {
	answered, keys := 0, h.keys()
	for _, key := range keys {
		operations := h.operations(key)
		result, info := porcupine.CheckOperationsVerbose(h.drift.model(), operations, timeout)
		switch result {
		case porcupine.Unknown:
			return fmt.Sprintf("UNDECIDED: no verdict for %d calls of %s within %s, which counts as a failure",
				len(operations), key, timeout), false
		case porcupine.Illegal:
			return fmt.Sprintf("NOT LINEARIZABLE: %s: %s", key, explain(operations, info)), false
		}
	}
	for _, c := range h.calls {
		if c.outcome.kind != "" {
			answered++
		}
	}
	if answered == 0 {
		return "EMPTY: no call has an outcome, which counts as a failure", false
	}
	return fmt.Sprintf("linearizable: %d calls, %d without an outcome, records: %d", len(h.calls), len(h.calls)-answered,
		len(keys)), true
}

// Describes the first call that no order explains, after the longest order that explains a part.
func explain(operations []porcupine.Operation, info porcupine.LinearizationInfo) string {
	var longest []porcupine.Operation
	for _, partial := range info.PartialLinearizationsOperations()[0] {
		if len(partial) > len(longest) {
			longest = partial
		}
	}
	explained := map[porcupine.Operation]int{}
	for _, o := range longest {
		explained[o]++
	}
	var first *porcupine.Operation
	for _, o := range operations {
		if explained[o]--; explained[o] < 0 && (first == nil || o.Return < first.Return) {
			first = &o
		}
	}
	if first == nil {
		return "no order explains its calls"
	}
	return fmt.Sprintf("after %d of %d calls no order explains: %v -> %v", len(longest), len(operations), first.Input,
		first.Output)
}
