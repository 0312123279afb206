/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.example.folder.autoconfigure;

import io.leaderelection.autoconfigure.ConditionalOnLeaderElectionStore;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/**
 * Auto-configuration of the store in a folder.
 */
@AutoConfiguration(before = LeaderElectionAutoConfiguration.class)
@EnableConfigurationProperties(FolderProperties.class)
@ConditionalOnLeaderElectionStore(FolderLeaseStoreDescriptor.NAME)
public final class FolderLeaseStoreAutoConfiguration {

	@Bean
	@Lazy
	LeaseStoreDescriptor folderLeaseStoreDescriptor(FolderProperties properties) {
		return new FolderLeaseStoreDescriptor(properties);
	}

}
