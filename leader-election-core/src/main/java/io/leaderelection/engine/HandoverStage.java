/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import io.leaderelection.LeadershipContext;
import org.jspecify.annotations.Nullable;

/**
 * The stage of a handover. A handover waits for listeners and guarded work. Waiting for
 * it inside them would be a deadlock, so this throws instead.
 */
final class HandoverStage extends OwnStage {

	@Override
	@Nullable String refusal() {
		return (EventDispatcher.isDelivering() || LeadershipContext.get() != null)
				? "A handover cannot be waited for inside a listener or guarded work: "
						+ "it waits for them to end. Return, and attach the next step to the stage"
				: null;
	}

}
