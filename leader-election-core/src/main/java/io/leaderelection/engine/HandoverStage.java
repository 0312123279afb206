/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import io.leaderelection.LeadershipContext;
import org.jspecify.annotations.Nullable;

/**
 * The end of a handover. A handover waits for listeners and guarded work, so waiting for
 * it there would be waiting for oneself: that throws instead.
 */
final class HandoverStage extends OwnStage {

	@Override
	@Nullable String refusal() {
		return (EventDispatcher.isDelivering() || LeadershipContext.get() != null)
				? "A handover cannot be waited for inside a listener or guarded work: "
						+ "it waits for them to end. Return, and attach what comes next to the stage"
				: null;
	}

}
