/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.util.Collections;
import java.util.Objects;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.autoconfigure.AutoConfigurationImportFilter;
import org.springframework.boot.autoconfigure.AutoConfigurationMetadata;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.EnvironmentAware;
import org.springframework.context.aot.AbstractAotProcessor;
import org.springframework.core.SpringProperties;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * Leaves out the stores that {@code leader-election.backend} does not name: to read their
 * auto-configurations and to make their beans would cost each start-up some time. Ahead
 * of time all stay, so that the store can be chosen when the application runs.
 */
final class ElectionBackendFilter implements AutoConfigurationImportFilter, EnvironmentAware {

	/** The auto-configuration of the database refuses it where it cannot be had. */
	private static final String FENCED_TRANSACTIONS = "leader-election.jdbc.fenced-transactions";

	private @Nullable Environment environment;

	@Override
	public void setEnvironment(Environment environment) {
		this.environment = environment;
	}

	@Override
	public boolean[] match(@Nullable String[] autoConfigurationClasses,
			AutoConfigurationMetadata autoConfigurationMetadata) {
		Set<String> unwanted = unwanted();
		boolean[] matches = new boolean[autoConfigurationClasses.length];
		for (int i = 0; i < matches.length; i++) {
			matches[i] = !unwanted.contains(autoConfigurationClasses[i]);
		}
		return matches;
	}

	private Set<String> unwanted() {
		if (SpringProperties.getFlag(AbstractAotProcessor.AOT_PROCESSING)) {
			return Collections.emptySet();
		}
		// As binding sees them, in whichever way they are written
		Binder binder = Binder.get(Objects.requireNonNull(this.environment, "environment"));
		String backend = binder.bind(StoreResolver.BACKEND, String.class).orElse("");
		if (!StringUtils.hasText(backend)) {
			return Collections.emptySet();
		}
		Set<String> unwanted = KnownStores.autoConfigurations();
		unwanted.remove(KnownStores.autoConfiguration(backend.trim()));
		if (binder.bind(FENCED_TRANSACTIONS, String.class).isBound()) {
			unwanted.remove(KnownStores.autoConfiguration("jdbc"));
		}
		return unwanted;
	}

}
