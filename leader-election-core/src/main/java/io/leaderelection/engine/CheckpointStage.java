/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import org.jspecify.annotations.Nullable;

/**
 * A checkpoint that is written. Threads of this library complete such stages and deliver
 * events, so one that waits there delays the write it waits for, or others.
 */
final class CheckpointStage extends OwnStage {

	@Override
	@Nullable String refusal() {
		return EventDispatcher.isDelivering()
				? "A checkpoint's stage cannot be waited for in a listener, or in what is "
						+ "attached to a stage of this library. Return, and attach what comes next to the stage"
				: null;
	}

}
