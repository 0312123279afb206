/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.run;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.jspecify.annotations.Nullable;

/**
 * Collects problems of the harness and the processes, apart from leadership. Thread-safe.
 */
final class FailedFaults {

	private final List<String> failures = new CopyOnWriteArrayList<>();

	private volatile @Nullable Exception stop;

	void add(String failure) {
		System.out.println("PROBLEM: " + failure);
		this.failures.add(failure);
	}

	/** Records a failure after which the run cannot continue. */
	void stop(Exception failure) {
		System.out.println("PROBLEM: " + failure);
		this.stop = failure;
	}

	void check() {
		Exception failure = this.stop;
		if (failure != null) {
			throw new IllegalStateException("A fault could not be ended", failure);
		}
	}

	List<String> all() {
		return List.copyOf(this.failures);
	}

}
