/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import io.leaderelection.election.ElectionEngine;
import org.springframework.boot.autoconfigure.preinitialize.BackgroundPreinitializer;

/**
 * Loads and links what every start needs, on the thread that Boot has for that, while the
 * application reads its configuration: an engine that neither leads nor touches a store
 * goes through one start and one stop.
 */
final class EnginePreinitializer implements BackgroundPreinitializer {

	private static final String ELECTION = "preinitialize";

	@Override
	public void preinitialize() {
		try (ElectionEngine engine = ElectionEngine.neverLeading().build()) {
			engine.start();
			engine.join(ELECTION).close();
		}
	}

}
