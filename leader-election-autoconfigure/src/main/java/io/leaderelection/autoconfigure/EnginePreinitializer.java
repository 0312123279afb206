/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.util.Map;

import io.leaderelection.engine.ElectionEngineBuilder;

import org.springframework.boot.autoconfigure.preinitialize.BackgroundPreinitializer;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/**
 * Loads the classes of the engine on a thread of Spring Boot's that runs while the
 * context is being prepared, so that the start of the application need not wait for them.
 */
final class EnginePreinitializer implements BackgroundPreinitializer {

	@Override
	public void preinitialize() {
		new Binder(new MapConfigurationPropertySource(Map.of("leader-election.default-election", "default")))
			.bind("leader-election", LeaderElectionProperties.class);
		// Not started: that makes threads, which would have to be ended again
		ElectionEngineBuilder.neverLeading().build().join("preinitialized");
	}

}
