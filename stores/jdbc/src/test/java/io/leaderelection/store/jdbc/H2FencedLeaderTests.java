/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

class H2FencedLeaderTests extends FencedLeaderContract implements OnH2 {

}
