/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.leaderelection.Registration;

/**
 * The actions at the end of a term.
 */
final class LossActions {

	private final Queue<Runnable> actions = new ConcurrentLinkedQueue<>();

	Registration add(Runnable action) {
		this.actions.add(action);
		return () -> this.actions.remove(action);
	}

	/** Runs each action once. */
	void run(TermOwner owner) {
		for (Runnable action = this.actions.poll(); action != null; action = this.actions.poll()) {
			Throwable thrown = ForeignCode.call(Runnable::run, action);
			if (thrown != null) {
				owner.log().warn("An action at the end of a term of election '{}' failed", owner.name(), thrown);
			}
		}
	}

}
