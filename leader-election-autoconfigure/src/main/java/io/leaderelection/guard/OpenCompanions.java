/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.util.ArrayList;
import java.util.List;

import io.leaderelection.work.DetachedCall;
import io.leaderelection.work.EnteredCall;

/**
 * The companions of one guarded call that have begun. Each ends before those that began
 * earlier, and the call leaves its term after all of them, also if one fails.
 */
final class OpenCompanions {

	private static final OpenCompanions NONE = new OpenCompanions(List.of(), List.of());

	private final List<CallCompanion.OfMethod> all;

	/** In the order in which they began. */
	private final List<CallCompanion> open;

	private OpenCompanions(List<CallCompanion.OfMethod> all, List<CallCompanion> open) {
		this.all = all;
		this.open = open;
	}

	/** Returns an object for a call. None of the companions has begun. */
	static OpenCompanions of(List<CallCompanion.OfMethod> all) {
		return all.isEmpty() ? NONE : new OpenCompanions(all, new ArrayList<>(all.size()));
	}

	/**
	 * Begins all companions. May block. If one refuses the call or fails, the call leaves
	 * its term, because one that never leaves would block every handover.
	 * @return whether all have begun
	 */
	boolean begin(GuardCall call, EnteredCall entered) {
		for (CallCompanion.OfMethod each : this.all) {
			CallCompanion companion = null;
			try {
				companion = each.begin(call);
			}
			finally {
				if (companion == null) {
					endAndLeave(true, entered);
				}
			}
			if (companion == null) {
				return false;
			}
			this.open.add(companion);
		}
		return true;
	}

	/** The method has returned, and its work goes on. */
	void returned() {
		this.open.forEach(CallCompanion::returned);
	}

	/** Ends all on the thread of the call, which then leaves. May block. */
	void endAndLeave(boolean interrupted, EnteredCall call) {
		endAndLeave(this.open.size(), interrupted, call);
	}

	/** Ends those that have not ended, and leaves. */
	private void endAndLeave(int left, boolean interrupted, EnteredCall call) {
		if (left == 0) {
			call.close();
			return;
		}
		boolean ended = false;
		try {
			this.open.get(left - 1).endAndLeave(interrupted, () -> endAndLeave(left - 1, interrupted, call));
			ended = true;
		}
		finally {
			if (!ended) {
				// It failed, perhaps before it left. Leaving twice has no effect
				endAndLeave(left - 1, interrupted, call);
			}
		}
	}

	/** Ends all, on any thread, without blocking it. Then the work leaves. */
	void endAndLeaveSoon(boolean cancelled, DetachedCall work) {
		endAndLeaveSoon(this.open.size(), cancelled, work);
	}

	private void endAndLeaveSoon(int left, boolean cancelled, DetachedCall work) {
		if (left == 0) {
			work.close();
		}
		else {
			this.open.get(left - 1).endAndLeaveSoon(cancelled, () -> endAndLeaveSoon(left - 1, cancelled, work));
		}
	}

}
