/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.util.regex.Pattern;

import io.leaderelection.chaos.history.History.Entry;

/**
 * A fault, from its begin to its end.
 *
 * @param kind what it is
 * @param target the instance it hits, or what else
 * @param hitsLeader whether the target led
 * @param breaks whether it leaves what is promised
 * @param failed whether it could not be injected, or only in part
 * @param from stamp before its begin
 * @param to stamp after its end; the end of the run if it has none
 * @param begin the line that tells of its begin
 */
record FaultWindow(String kind, String target, boolean hitsLeader, boolean breaks, boolean failed, long from, long to,
		Entry begin) {

	private static final Pattern INSTANCE = Pattern.compile("i\\d+");

	private static final Pattern FREEZE = Pattern.compile("(sig)?stop|pause|.*(sigstop|freeze|frozen|suspend).*",
			Pattern.CASE_INSENSITIVE);

	private static final Pattern IN_VAIN = Pattern
		.compile("black-hole-in|.*(late|delay|answer|replay|heap|threads|hold).*", Pattern.CASE_INSENSITIVE);

	Interval window() {
		return new Interval(this.from, this.to);
	}

	boolean hitsInstance() {
		return INSTANCE.matcher(this.target).matches();
	}

	boolean hits(String instance) {
		return !hitsInstance() || this.target.equals(instance);
	}

	boolean isFreeze() {
		return FREEZE.matcher(this.kind).matches();
	}

	/** Whether it is the application that wants to hand over. */
	boolean asksForHandover() {
		return this.kind.equals("step-down") || this.kind.equals("endpoint-pause") || this.kind.equals("sigterm")
				|| isRollingRestart();
	}

	boolean isRollingRestart() {
		return this.kind.equals("rolling-restart");
	}

	/** Whether what the record knew of former terms may be lost. */
	boolean losesRecord() {
		return this.breaks || this.kind.equals("deleted-record");
	}

	/** Whether it exhausts the memory or the threads of the target. */
	boolean exhausts() {
		return this.kind.equals("heap-full") || this.kind.equals("no-threads");
	}

	boolean isClockStep() {
		return this.kind.startsWith("clock-");
	}

	/**
	 * Whether requests of the target may still reach the store without the target hearing
	 * of it: until such a fault ends the target may take the lease again and again.
	 */
	boolean mayTakeInVain() {
		return !hitsInstance() || IN_VAIN.matcher(this.kind).matches();
	}

}
