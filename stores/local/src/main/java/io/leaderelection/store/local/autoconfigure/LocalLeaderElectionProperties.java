/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Configuration properties of the local store.
 *
 * @param directory Directory of the lock and record files, the same for all instances on
 * the machine. Default is a directory private to the user below the temporary folder.
 */
@ConfigurationProperties("leader-election.local")
public record LocalLeaderElectionProperties(@Nullable String directory) {

}
