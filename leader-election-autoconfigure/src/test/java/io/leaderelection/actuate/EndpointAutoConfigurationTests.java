/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import java.util.List;

import io.leaderelection.Features;
import io.leaderelection.LeaderElections;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

class EndpointAutoConfigurationTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(Features.and(LeaderElectionEndpointAutoConfiguration.class,
				LeaderElectionHealthContributorAutoConfiguration.class))
		.withPropertyValues("leader-election.mode=always");

	@Test
	void healthButNoEndpointExistsUnlessExposed() {
		this.contextRunner.run((context) -> assertThat(context).doesNotHaveBean(LeaderEndpoint.class)
			.doesNotHaveBean(LeaderGateEndpoint.class)
			.hasSingleBean(LeaderElectionHealthIndicator.class)
			.hasBean("leaderHealthContributor"));
	}

	@Test
	void gateCanBeExposedAlone() {
		this.contextRunner.withPropertyValues("management.endpoints.web.exposure.include=leadergate")
			.run((context) -> assertThat(context).doesNotHaveBean(LeaderEndpoint.class)
				.hasSingleBean(LeaderGateEndpoint.class));
	}

	@Test
	void endpointBacksOffForOneOfTheApplication() {
		LeaderEndpoint own = new LeaderEndpoint(Mockito.mock(LeaderElections.class), List.of(), (event) -> {
		}, Show.NEVER);
		this.contextRunner.withPropertyValues("management.endpoints.web.exposure.include=*")
			.withBean("own", LeaderEndpoint.class, () -> own)
			.run((context) -> assertThat(context.getBean(LeaderEndpoint.class)).isSameAs(own));
	}

	@Test
	void healthCanBeDisabled() {
		this.contextRunner.withPropertyValues("management.health.leader.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(LeaderElectionHealthIndicator.class));
	}

}
