/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import io.leaderelection.OnLoss;
import org.jspecify.annotations.Nullable;

/**
 * A guarded call or a task in a term.
 */
abstract class Call {

	final OnLoss onLoss;

	/** Written under the lock of the term. */
	volatile boolean interrupted;

	Call(OnLoss onLoss) {
		this.onLoss = onLoss;
	}

	/** Makes the work end, under the lock of the term. */
	abstract void stop();

	/** Returns the thread that runs this until it ends, or {@code null} for none. */
	@Nullable Thread thread() {
		return null;
	}

	/** Returns whether this has to end when a handover begins. */
	boolean isTask() {
		return false;
	}

}
