/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Elections over ZooKeeper, reached through Curator: a record in a persistent node, and
 * an ephemeral child of it that is the guard lock.
 */
@NullMarked
package io.leaderelection.store.zookeeper;

import org.jspecify.annotations.NullMarked;
