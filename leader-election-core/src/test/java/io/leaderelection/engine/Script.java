/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.leaderelection.ElectionState;
import io.leaderelection.protocol.Standing;
import io.leaderelection.protocol.TermBounds;

/**
 * The events of a candidate, step by step, and the expected state after each step. The
 * state is computed here in whole seconds, independently of the code under test.
 */
final class Script {

	/** How long a term lasts, in seconds. */
	private static final long TERM = 10;

	private static final long TOLERANCE = TimeUnit.MILLISECONDS.toNanos(500);

	private final List<Step> steps = new ArrayList<>();

	private int before;

	private long now;

	private ElectionState state = ElectionState.STOPPED;

	private boolean confirmed = true;

	private long token;

	private long until;

	private long known;

	/** Begins a term that is not published yet. */
	Script begin(long token) {
		return step((candidate) -> candidate.begin(token));
	}

	/** The store has granted or renewed a term that was requested at a time. */
	Script lead(long token, long sent) {
		this.token = token;
		return publish(ElectionState.LEADER, true, sent);
	}

	/** A clock has jumped. */
	Script unconfirm() {
		return publish(ElectionState.LEADER, false, this.until - TERM);
	}

	/** A handover begins. */
	Script drain() {
		return publish(ElectionState.DRAINING, true, this.until - TERM);
	}

	private Script publish(ElectionState state, boolean confirmed, long sent) {
		this.state = state;
		this.confirmed = confirmed;
		this.until = sent + TERM;
		TermBounds bounds = new TermBounds(TimeUnit.SECONDS.toNanos(sent), TimeUnit.SECONDS.toMillis(sent),
				TimeUnit.SECONDS.toNanos(TERM), TOLERANCE);
		Standing standing = new Standing(state, !confirmed, this.token, bounds, Set.of(), null);
		return step((candidate) -> candidate.view().publish(standing));
	}

	/** The term is lost or released. */
	Script end() {
		this.state = ElectionState.FOLLOWER;
		Standing standing = new Standing(ElectionState.FOLLOWER, false, 0, null, Set.of(), null);
		return step((candidate) -> candidate.view().publish(standing));
	}

	/** Another leader becomes known, or none with token 0. */
	Script know(long token) {
		this.known = token;
		return step((candidate) -> candidate.know(token));
	}

	/** Moves both clocks. */
	Script pass(long seconds) {
		this.now += seconds;
		return step((candidate) -> candidate.pass(seconds));
	}

	private Script step(Consumer<ScriptedCandidate> change) {
		boolean lasts = this.confirmed && this.now < this.until;
		long led = (this.state == ElectionState.LEADER && lasts) ? this.token : 0;
		long valid = (this.state == ElectionState.DRAINING && lasts) ? this.token : led;
		boolean decided = this.known != 0 && (this.known != this.token || led != 0);
		this.steps
			.add(new Step(change, new Truth(this.now, led, valid, (valid != 0) ? this.until - this.now : 0, decided)));
		return this;
	}

	/** The following steps happen during queries. */
	Script meanwhile() {
		this.before = this.steps.size();
		return this;
	}

	int before() {
		return this.before;
	}

	int length() {
		return this.steps.size();
	}

	/** Returns the change of a step, counted from 1. */
	Consumer<ScriptedCandidate> change(int step) {
		return this.steps.get(step - 1).change();
	}

	/** Returns the expected state after a number of steps, at least one. */
	Truth after(int steps) {
		return this.steps.get(steps - 1).truth();
	}

	/**
	 * The expected state of a candidate.
	 *
	 * @param now seconds since the beginning
	 * @param led the token of the term it leads, or 0
	 * @param valid the token of the term that is valid, or 0
	 * @param left the seconds that are left of that term
	 * @param decided whether a leader is known
	 */
	record Truth(long now, long led, long valid, long left, boolean decided) {
	}

	private record Step(Consumer<ScriptedCandidate> change, Truth truth) {
	}

}
