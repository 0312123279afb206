/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.util.regex.Pattern;

import io.leaderelection.history.History.Entry;

/**
 * A fault, from its start to its end.
 *
 * @param kind the kind of fault
 * @param target the instance it hits, or another target, such as the store
 * @param hitsLeader whether the target led
 * @param breaks whether the guarantees do not cover it
 * @param failed whether it could not be injected, or only in part
 * @param from stamp before its start
 * @param to stamp after its end; the end of the run if it has none
 * @param begin the line that records its start
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

	/** Whether the fault is an orderly request to hand over. */
	boolean requestsHandover() {
		return this.kind.equals("step-down") || this.kind.equals("endpoint-pause") || this.kind.equals("sigterm")
				|| isRollingRestart();
	}

	boolean isRollingRestart() {
		return this.kind.equals("rolling-restart");
	}

	/** Whether the record of earlier terms may be lost. */
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
	 * Whether requests of the target may still reach the store although the target
	 * receives no answer: until such a fault ends, the target may acquire the lease again
	 * and again.
	 */
	boolean mayAcquireInVain() {
		return !hitsInstance() || IN_VAIN.matcher(this.kind).matches();
	}

}
