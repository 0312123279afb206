/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.task;

import java.util.Map;

import io.leaderelection.autoconfigure.LeaderElectionSettings;
import io.leaderelection.scan.ElectionClaims;
import io.leaderelection.scan.InvalidLeaderAnnotationException;
import io.leaderelection.scan.ScannedBean;

import org.springframework.context.ConfigurableApplicationContext;

/**
 * Refuses beans that are to start on the leader in a child context: the elections of its
 * parent context hand over without waiting for them.
 */
final class StartOnLeaderRefusal implements ElectionClaims {

	private final StartOnLeaderClaims claims;

	StartOnLeaderRefusal(ConfigurableApplicationContext context, LeaderElectionSettings settings) {
		this.claims = new StartOnLeaderClaims(context, settings::defaultElection, Map.of(),
				context.getBeanProvider(ListenerContainers.class), null, settings.phaseTimeout());
	}

	@Override
	public void inspect(ScannedBean bean) {
		this.claims.inspect(bean);
	}

	@Override
	public Map<String, String> elections() {
		this.claims.elections().values().stream().findFirst().ifPresent((where) -> {
			throw new InvalidLeaderAnnotationException(
					where + " is in a child context, which uses the elections of its parent context",
					"Define the bean in the parent context, or do its work in a @LeaderTask");
		});
		return Map.of();
	}

}
