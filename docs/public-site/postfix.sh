# Postfix on Debian as the mail server of play.example.org: email for its addresses goes to the
# site's door by LMTP, and the site sends through it.  Run as root, once.
postconf -e 'myhostname = play.example.org' \
            'mydestination = localhost' \
            'inet_interfaces = all' \
            'mynetworks = 127.0.0.0/8 [::1]/128' \
            'message_size_limit = 5000000' \
            'relay_domains = play.example.org' \
            'transport_maps = texthash:/etc/postfix/transport' \
            'smtpd_relay_restrictions = permit_mynetworks, reject_unauth_destination' \
            'smtpd_recipient_restrictions = permit_mynetworks, reject_unauth_destination, reject_unverified_recipient' \
            'unverified_recipient_reject_code = 550' \
            'lmtp_destination_recipient_limit = 1' \
            'lmtp_send_xforward_command = yes' \
            'smtp_tls_security_level = may'
echo 'play.example.org lmtp:inet:127.0.0.1:2525' > /etc/postfix/transport
