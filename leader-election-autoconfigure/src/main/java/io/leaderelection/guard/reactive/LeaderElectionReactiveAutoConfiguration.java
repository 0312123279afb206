/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard.reactive;

import io.leaderelection.autoconfigure.BeanNames;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.LeaderElectionSettings;
import io.leaderelection.guard.ReactiveGuards;
import reactor.core.publisher.Flux;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Role;

/**
 * Auto-configuration of guarded methods that return reactive types.
 */
@AutoConfiguration(after = LeaderElectionAutoConfiguration.class)
@ConditionalOnClass(Flux.class)
@ConditionalOnBean(LeaderElectionSettings.class)
public final class LeaderElectionReactiveAutoConfiguration {

	@Bean(BeanNames.PREFIX + "leaderElectionReactiveGuards")
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	@Lazy
	static ReactiveGuards leaderElectionReactiveGuards() {
		return new ReactorGuards();
	}

}
