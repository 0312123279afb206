/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

/**
 * The settings of a user.
 *
 * @param root the path below which all nodes are, absolute
 * @param acl who may use them
 */
record StoreSettings(String root, ZooKeeperAcl acl) {

}
