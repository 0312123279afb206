/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import io.leaderelection.LeaderElections;
import io.leaderelection.autoconfigure.BeanNames;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;

import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.PathMapper;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * Auto-configuration of the endpoints {@code leader} and {@code leadergate}.
 */
@AutoConfiguration(after = LeaderElectionAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnBean(LeaderElections.class)
@Import(LeaderElectionDetailsConfiguration.class)
public final class LeaderElectionEndpointAutoConfiguration {

	/**
	 * The endpoint {@code leader}.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnAvailableEndpoint(LeaderEndpoint.class)
	@RegisterReflectionForBinding({ ElectionDescriptor.LeaderDescriptor.class, ElectionDescriptor.TermDescriptor.class,
			ElectionDescriptor.TransitionDescriptor.class })
	@EnableConfigurationProperties(LeaderEndpointProperties.class)
	static class LeaderConfiguration {

		@Bean(BeanNames.PREFIX + "leaderEndpoint")
		@ConditionalOnMissingBean
		LeaderEndpoint leaderEndpoint(LeaderElections elections, ObjectProvider<ElectionDetails> details,
				ApplicationEventPublisher publisher, LeaderEndpointProperties properties) {
			return new LeaderEndpoint(elections, details.orderedStream().toList(), publisher,
					properties.getShowValues());
		}

		@Bean(BeanNames.PREFIX + "leaderEndpointWebExtension")
		@ConditionalOnMissingBean
		@ConditionalOnBean(LeaderEndpoint.class)
		LeaderEndpointWebExtension leaderEndpointWebExtension(LeaderEndpoint endpoint,
				LeaderEndpointProperties properties, ObjectProvider<PathMapper> paths) {
			String path = PathMapper.getRootPath(paths.orderedStream().toList(), EndpointId.of("leader"));
			return new LeaderEndpointWebExtension(endpoint, properties.getShowValues(), properties.getRoles(), path);
		}

	}

	/**
	 * The endpoint {@code leadergate}.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnAvailableEndpoint(LeaderGateEndpoint.class)
	static class GateConfiguration {

		@Bean(BeanNames.PREFIX + "leaderGateEndpoint")
		@ConditionalOnMissingBean
		LeaderGateEndpoint leaderGateEndpoint(LeaderElections elections) {
			return new LeaderGateEndpoint(elections);
		}

		@Bean(BeanNames.PREFIX + "leaderGateEndpointWebExtension")
		@ConditionalOnMissingBean
		@ConditionalOnBean(LeaderGateEndpoint.class)
		LeaderGateEndpointWebExtension leaderGateEndpointWebExtension(LeaderGateEndpoint endpoint) {
			return new LeaderGateEndpointWebExtension(endpoint);
		}

	}

}
