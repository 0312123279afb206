/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import io.leaderelection.store.jdbc.OnMySql;

class MySqlElectionIT extends JdbcElectionContract implements OnMySql {

}
