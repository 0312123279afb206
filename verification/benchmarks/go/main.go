// Copyright 2026 the original author or authors.
// SPDX-License-Identifier: Apache-2.0

// The process of an instance of another library, for comparisons: client-go on Leases of Kubernetes, or the elections of
// etcd's Go client. It speaks to the benchmark as an instance of this library does: it writes its terms to its standard
// output, and ends when it is told to or when its standard input ends.
//
//	electors client-go SERVER CA-FILE TOKEN [-DPROPERTY=VALUE...]
//	electors etcd ENDPOINT [-DPROPERTY=VALUE...]
//
// Of the properties of an instance it takes the lease and the elections to join, and ignores the others.
package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// Settings are those of an instance.
type Settings struct {
	identity string
	lease    time.Duration
	names    []string
}

// Elector takes part in elections until the context ends, and then releases what it leads.
type Elector interface {
	// run takes part in one election. At the begin of a term it hands over what a user would ask whether it still leads.
	run(ctx context.Context, name string, begin func(leads func() bool)) error
}

func main() {
	settings, arguments := parse(os.Args[1:])
	elector, err := open(arguments, settings)
	if err != nil {
		fail(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	sampler := &Sampler{terms: map[string]func() bool{}, led: map[string]int64{}}
	var elections sync.WaitGroup
	for _, name := range settings.names {
		elections.Add(1)
		go func() {
			defer elections.Done()
			// A lost term ends an elector of both libraries: their users start it again
			for ctx.Err() == nil {
				if err := elector.run(ctx, name, func(leads func() bool) { sampler.begins(name, leads) }); err != nil {
					fmt.Fprintln(os.Stderr, name, err)
					time.Sleep(settings.lease / 10)
				}
			}
		}()
	}
	go sampler.sample()
	fmt.Println("ready", now())
	commands := bufio.NewScanner(os.Stdin)
	for commands.Scan() {
		if commands.Text() != "close" {
			fail(fmt.Errorf("unknown command: %s", commands.Text()))
		}
		fmt.Println("leaving", now())
		cancel()
		elections.Wait()
		sampler.last()
		fmt.Println("closed")
	}
}

func open(arguments []string, settings Settings) (Elector, error) {
	switch {
	case len(arguments) == 4 && arguments[0] == "client-go":
		return newClientGo(arguments[1], arguments[2], arguments[3], settings)
	case len(arguments) == 2 && arguments[0] == "etcd":
		return newEtcd(arguments[1], settings)
	default:
		return nil, fmt.Errorf("usage: electors client-go SERVER CA-FILE TOKEN, or electors etcd ENDPOINT; not %q", arguments)
	}
}

func parse(arguments []string) (Settings, []string) {
	settings := Settings{identity: strconv.Itoa(os.Getpid()), lease: 15 * time.Second, names: []string{"election-0"}}
	var rest []string
	for _, argument := range arguments {
		property, isProperty := strings.CutPrefix(argument, "-D")
		name, value, _ := strings.Cut(property, "=")
		switch {
		case isProperty && name == "leader-election.lease-duration":
			lease, err := time.ParseDuration(value)
			if err != nil {
				fail(err)
			}
			settings.lease = lease
		case isProperty && name == "benchmark.join":
			settings.names = join(value)
		case !strings.HasPrefix(argument, "-"):
			rest = append(rest, argument)
		}
	}
	return settings, rest
}

// join returns the names of "PREFIX NUMBER".
func join(value string) []string {
	prefix, text, _ := strings.Cut(value, " ")
	number, err := strconv.Atoi(text)
	if err != nil {
		fail(err)
	}
	names := make([]string, number)
	for i := range names {
		names[i] = fmt.Sprintf("%s-%d", prefix, i)
	}
	return names
}

// now is the monotonic clock that all processes of a machine share, as Java's System.nanoTime is.
func now() int64 {
	var time unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_MONOTONIC, &time); err != nil {
		fail(err)
	}
	return time.Nano()
}

// Sampler looks each half millisecond whether this process leads, and writes each change with the first or the last
// moment at which it certainly led.
type Sampler struct {
	lock  sync.Mutex
	terms map[string]func() bool
	led   map[string]int64
}

func (sampler *Sampler) begins(name string, leads func() bool) {
	sampler.lock.Lock()
	defer sampler.lock.Unlock()
	sampler.terms[name] = leads
}

func (sampler *Sampler) sample() {
	for {
		sampler.last()
		time.Sleep(500 * time.Microsecond)
	}
}

func (sampler *Sampler) last() {
	sampler.lock.Lock()
	defer sampler.lock.Unlock()
	for name, leading := range sampler.terms {
		before := now()
		leads := leading()
		after := now()
		last, led := sampler.led[name]
		if leads && !led {
			fmt.Println("leads", name, after)
		}
		if leads {
			sampler.led[name] = before
		} else {
			if led {
				fmt.Println("ends", name, last)
				delete(sampler.led, name)
			}
			delete(sampler.terms, name)
		}
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(2)
}
