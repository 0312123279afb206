/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

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

	private @Nullable Set<String> unwanted;

	@Override
	public void setEnvironment(Environment environment) {
		this.environment = environment;
	}

	/** Called for all at once, and again for each that is imported. */
	@Override
	public boolean[] match(@Nullable String[] autoConfigurationClasses,
			AutoConfigurationMetadata autoConfigurationMetadata) {
		boolean[] matches = new boolean[autoConfigurationClasses.length];
		for (int i = 0; i < matches.length; i++) {
			String autoConfiguration = autoConfigurationClasses[i];
			matches[i] = autoConfiguration == null || !autoConfiguration.startsWith(KnownStores.PACKAGES)
					|| !unwanted().contains(autoConfiguration);
		}
		return matches;
	}

	private Set<String> unwanted() {
		Set<String> unwanted = this.unwanted;
		if (unwanted == null) {
			unwanted = findUnwanted();
			this.unwanted = unwanted;
		}
		return unwanted;
	}

	private Set<String> findUnwanted() {
		if (SpringProperties.getFlag(AbstractAotProcessor.AOT_PROCESSING)) {
			return Set.of();
		}
		// As binding sees them, in whichever way they are written
		Binder binder = Binder.get(Objects.requireNonNull(this.environment, "environment"));
		String backend = binder.bind(StoreResolver.BACKEND, String.class).orElse("");
		if (!StringUtils.hasText(backend)) {
			return Set.of();
		}
		Set<String> unwanted = KnownStores.autoConfigurations();
		unwanted.remove(KnownStores.autoConfiguration(backend.trim()));
		if (binder.bind(FENCED_TRANSACTIONS, String.class).isBound()) {
			unwanted.remove(KnownStores.autoConfiguration("jdbc"));
		}
		return unwanted;
	}

}
