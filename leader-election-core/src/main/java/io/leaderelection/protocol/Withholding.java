/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

import io.leaderelection.TransitionCause;

/**
 * The causes for which a started candidate does not contend. Each cause counts once, and
 * the candidate contends only when all are gone.
 */
final class Withholding {

	/** Immutable, and replaced at each change. */
	private Set<TransitionCause> causes = Set.of();

	boolean isNone() {
		return this.causes.isEmpty();
	}

	Set<TransitionCause> causes() {
		return this.causes;
	}

	/** One of the causes, given that there is one. */
	TransitionCause cause() {
		return this.causes.iterator().next();
	}

	void add(TransitionCause cause) {
		EnumSet<TransitionCause> more = EnumSet.of(cause);
		more.addAll(this.causes);
		this.causes = Collections.unmodifiableSet(more);
	}

	void remove(TransitionCause cause) {
		EnumSet<TransitionCause> fewer = EnumSet.noneOf(TransitionCause.class);
		fewer.addAll(this.causes);
		fewer.remove(cause);
		this.causes = Collections.unmodifiableSet(fewer);
	}

}
