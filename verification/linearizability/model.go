// Copyright 2026 the original author or authors.
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"slices"

	"github.com/anishathalye/porcupine"
)

// A record that the store may have. Without exact, its token is only known to be higher than token.
type record struct {
	nonce             string
	token             int64
	exact             bool
	released, expired bool
	until             int64 // before this the lease cannot have ended
	former            int64 // before this a former leader may believe that it leads
}

// What is known of the store: its possible records, and the commands without an outcome.
type state struct {
	records []record
	sent    []command
}

var absent = record{exact: true, expired: true}

// The largest error of the store's clock, or negative if its clock does not show when a lease ends.
type drift float64

func (d drift) model() porcupine.Model {
	return porcupine.Model{
		Init:  func() any { return state{records: []record{absent}} },
		Step:  func(s, in, out any) (bool, any) { return d.step(s.(state), in.(command), out.(outcome)) },
		Equal: func(a, b any) bool { return same(a.(state).records, b.(state).records) }, // the same calls sent them
	}
}

func (d drift) step(s state, c command, o outcome) (bool, state) {
	if o.kind == "" {
		return true, state{s.records, append(slices.Clip(s.sent), c)}
	}
	next := state{sent: s.sent}
	for _, r := range d.withSent(s) {
		d.apply(r, c, o, func(changed record) { next.records = with(next.records, changed) })
	}
	return len(next.records) > 0, next
}

// The records that commands without an outcome may have left: each is applied at any time, or never.
func (d drift) withSent(s state) []record {
	records := slices.Clone(s.records)
	for i := 0; i < len(records); i++ { // it grows
		for _, c := range s.sent {
			r := records[i]
			switch named, matches := r.having(c.token); {
			case c.kind == "acquire" && matches && c.nonce != r.nonce:
				records = with(records, record{c.nonce, max(c.token, c.floor), false, false, false, 0, named.kept()})
			case c.kind == "release" && matches && c.nonce == r.nonce:
				records = with(records, named.asReleased())
			}
		}
	}
	return records
}

// Calls can with each record that a command may leave behind if it finds r and has this outcome.
func (d drift) apply(r record, c command, o outcome, can func(record)) {
	own := c.nonce == r.nonce
	found, named := r.having(o.token)  // the token in the outcome
	target, meant := r.having(c.token) // the token in the command
	term := own && meant               // of a renewal and a release
	open := !r.released && !r.expired  // it may be live
	acquires := c.kind == "acquire"
	switch {
	case c.kind == "delete":
		can(absent)
		if o.kind == "perhaps" {
			can(r)
		}
	case o.kind == "granted" && own && named && open && (acquires || c.token == o.token):
		found.until = max(found.until, d.end(c, o))
		d.granted(found, o, can)
	case o.kind == "granted" && acquires && !own && meant && o.token > max(c.token, c.floor):
		d.granted(record{c.nonce, o.token, true, false, false, d.end(c, o), target.kept()}, o, can)
	case o.kind == "leased" && named && (o.duration == 0 || open && !(acquires && own)):
		can(found) // nothing is left of it if only a lock keeps others out
	case o.kind == "free" && named && o.released == r.released && !(acquires && (own || o.token == c.token)):
		can(d.over(found))
	case o.kind == "lost" && acquires && own:
		can(d.over(r))
	case o.kind == "lost" && !acquires && !term:
		can(r)
	case o.kind == "lost" && c.kind == "renew" && term:
		can(d.over(target))
	case o.kind == "released" && term:
		can(target.asReleased())
	}
}

// A grant must last until no former leader can believe that it leads.
func (d drift) granted(r record, o outcome, can func(record)) {
	if d < 0 || o.at+int64(float64(o.wait)/(1-float64(d)))+1000 >= r.former {
		can(r)
	}
}

// The earliest end of a lease that was granted for a command.
func (d drift) end(c command, o outcome) int64 {
	return c.at + int64(float64(o.duration)/(1+max(0, float64(d))))
}

func (d drift) over(r record) record {
	r.expired = r.expired || d >= 0 && !r.released
	return r
}

// Returns the record if it can have the token.
func (r record) having(token int64) (record, bool) {
	possible := r.token == token
	if !r.exact {
		possible, r.token, r.exact = token > r.token, token, true
	}
	return r, possible
}

func (r record) kept() int64 {
	if r.released {
		return r.former
	}
	return max(r.former, r.until)
}

func (r record) asReleased() record {
	r.released, r.expired, r.until = true, false, 0
	return r
}

func same(a, b []record) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(r record) bool { return !slices.Contains(b, r) })
}

func with(records []record, r record) []record {
	if slices.Contains(records, r) {
		return records
	}
	return append(records, r)
}
