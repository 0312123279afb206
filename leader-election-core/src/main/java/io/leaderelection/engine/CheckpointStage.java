/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import org.jspecify.annotations.Nullable;

/**
 * The stage of a checkpoint that is being written. Threads of this library complete such
 * stages and deliver events. Waiting on one of these threads would delay the write
 * itself, or others.
 */
final class CheckpointStage extends OwnStage {

	@Override
	@Nullable String refusal() {
		return EventDispatcher.isDelivering()
				? "A checkpoint's stage cannot be waited for in a listener, or in a callback "
						+ "of a stage of this library. Return, and attach the next step to the stage"
				: null;
	}

}
