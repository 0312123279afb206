/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard.transaction;

import io.leaderelection.autoconfigure.BeanNames;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Role;
import org.springframework.transaction.interceptor.TransactionAspectSupport;

/**
 * Auto-configuration of transactions inside guarded work.
 */
@AutoConfiguration
@ConditionalOnClass(TransactionAspectSupport.class)
public final class LeaderElectionTransactionAutoConfiguration {

	@Bean(BeanNames.PREFIX + "leaderElectionInterruptedTransactions")
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static InterruptedTransactions leaderElectionInterruptedTransactions() {
		return new InterruptedTransactions();
	}

}
