/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import io.leaderelection.annotation.LeaderTask;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.annotation.OncePerTick;
import io.leaderelection.annotation.StartOnLeader;
import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * Registers the runtime hints for a native image of this module: annotations are read
 * through proxies, and the files of the endpoint's page are resources. The annotations
 * themselves register the annotated methods; Spring Boot registers properties and
 * endpoints.
 */
final class LeaderElectionRuntimeHints implements RuntimeHintsRegistrar {

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		annotation(hints, OnLeader.class);
		annotation(hints, OncePerTick.class);
		annotation(hints, LeaderTask.class);
		annotation(hints, StartOnLeader.class);
		hints.resources().registerPattern("io/leaderelection/actuate/page.*");
	}

	private static void annotation(RuntimeHints hints, Class<?> type) {
		hints.reflection().registerType(type, MemberCategory.INVOKE_DECLARED_METHODS);
		hints.proxies().registerJdkProxy(type);
	}

}
