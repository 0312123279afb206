/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

class MariaDbRightsIT extends RightsContract implements OnMariaDb {

}
