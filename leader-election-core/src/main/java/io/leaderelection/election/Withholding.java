/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.election;

import java.util.EnumSet;
import java.util.Set;

import io.leaderelection.TransitionCause;

/**
 * Why a candidate does not contend although it is started. Each cause counts once, and
 * all must be gone.
 */
final class Withholding {

	private final Set<TransitionCause> causes = EnumSet.noneOf(TransitionCause.class);

	boolean isNone() {
		return this.causes.isEmpty();
	}

	/** One of the causes, given that there is one. */
	TransitionCause cause() {
		return this.causes.iterator().next();
	}

	void add(TransitionCause cause) {
		this.causes.add(cause);
	}

	void remove(TransitionCause cause) {
		this.causes.remove(cause);
	}

}
