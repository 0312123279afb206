/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

/**
 * The outcome of a call of a guarded method.
 */
public enum GuardOutcome {

	/** It ran on the leader. */
	EXECUTED,

	/** It was skipped; another instance leads. */
	SKIPPED,

	/** It was skipped although nobody is known to lead. */
	VACANT,

	/** It was refused with an exception. */
	REJECTED,

	/** It was interrupted because leadership was lost. */
	INTERRUPTED

}
