/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import java.util.HashSet;
import java.util.Set;

import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Properties of the endpoint {@code leader}.
 */
@ConfigurationProperties("management.endpoint.leader")
public class LeaderEndpointProperties {

	/** When to show the values of checkpoints. */
	private Show showValues = Show.NEVER;

	/** Roles that may see the values if they are shown to authorized users. */
	private final Set<String> roles = new HashSet<>();

	public Show getShowValues() {
		return this.showValues;
	}

	public void setShowValues(Show showValues) {
		this.showValues = showValues;
	}

	public Set<String> getRoles() {
		return this.roles;
	}

}
