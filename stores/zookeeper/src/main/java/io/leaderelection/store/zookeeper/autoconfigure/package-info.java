/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Auto-configuration of the ZooKeeper store.
 */
@NullMarked
package io.leaderelection.store.zookeeper.autoconfigure;

import org.jspecify.annotations.NullMarked;
