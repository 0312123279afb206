/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Lease store for ZooKeeper, accessed through Curator: the record is a persistent node,
 * and the guard lock is an ephemeral child of it.
 */
@NullMarked
package io.leaderelection.store.zookeeper;

import org.jspecify.annotations.NullMarked;
