/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

/**
 * The settings of the store.
 *
 * @param root the absolute path of the parent of all nodes, or empty for the root of the
 * tree
 * @param acl the access rights of the nodes
 */
record StoreSettings(String root, ZooKeeperAcl acl) {

}
