/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard.base;

/**
 * Inherits a guarded method from a class that is not public.
 */
public class VisibleJob extends HiddenJob {

	public int runs() {
		return this.runs.get();
	}

}
