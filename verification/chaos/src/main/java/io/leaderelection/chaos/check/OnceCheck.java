/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.leaderelection.history.Invariant;
import io.leaderelection.history.WorkKind;

/**
 * Checks that work is done once (I4): a guard lets a call through once, and the task of a
 * term runs once, unless it fails, and never concurrently with itself.
 *
 * @param findings receives what it finds
 */
record OnceCheck(Findings findings) {

	void check(List<Work> works) {
		Map<String, Work> calls = new HashMap<>();
		Map<String, Work> tasks = new HashMap<>();
		List<Work> inOrder = works.stream()
			.sorted(Comparator.comparingLong((work) -> work.begin().event().after()))
			.toList();
		for (Work work : inOrder) {
			if (work.kind() == WorkKind.CALL) {
				// Each question has its own stamp
				Work former = calls.put(work.process() + "/" + work.begin().event().before(), work);
				if (former != null) {
					this.findings.violated(Invariant.I4_SINGLE_EXECUTION,
							former + " and " + work + ": one call, done twice");
				}
			}
			else if (work.kind() == WorkKind.TASK) {
				Work former = tasks.put(work.process(), work);
				if (former != null) {
					compare(former, work);
				}
			}
		}
	}

	private void compare(Work former, Work work) {
		if (former.certain().to() > work.begin().event().after()) {
			this.findings.violated(Invariant.I4_SINGLE_EXECUTION, work + " began while " + former + " ran");
		}
		else if (former.token() == work.token() && former.isOver()) {
			this.findings.violated(Invariant.I4_SINGLE_EXECUTION,
					former + " and " + work + ": the task of a term, done twice");
		}
	}

}
